import type { Notice, View, Who } from '../../protocol/baston';
import type { RoomStore } from '../../store/room.svelte';
import type { Timeline } from '../../store/timeline.svelte';
import { Desk } from './desk.svelte';
import { LogBuilder, upTo, type Group } from './model/log';

type Room = RoomStore<View, Notice>;

/** What the panels of one table share. */
export class Session {
  readonly desk = new Desk();
  /** The character whose card is open. */
  looking = $state<Who | null>(null);

  private readonly room: Room;
  private builder: LogBuilder | null = null;
  private line: Timeline<View, Notice> | null = null;
  private base: View | null = null;
  private done = 0;

  constructor(room: Room) {
    this.room = room;
  }

  /** The panels of the log up to the playhead. What was built stays built while notices are added at the end. */
  get groups(): readonly Group[] {
    const line = this.room.timeline;
    if (!line) return [];
    const { length, first, cursor } = line;
    if (!this.builder || this.line !== line || this.base !== first || length < this.done) {
      this.builder = new LogBuilder(first);
      this.line = line;
      this.base = first;
      this.done = 0;
    }
    for (; this.done < length; this.done += 1) {
      const step = line.steps[this.done];
      if (step) this.builder.add(step.notice, this.done);
    }
    return upTo(this.builder.groups, cursor);
  }
}
