import type { Fact } from '../../protocol/energie';
import type { Notice as Told } from '../../store/fold';

/** What an event tells, its facts by name. */
export type Notice = Told<Fact>;
