import type { Fact } from '../../protocol/celtiques';
import type { Notice as Told } from '../../store/fold';

/** What an event tells, its facts by name. */
export type Notice = Told<Fact>;
