import type { Notice, View } from '../../protocol/generik';
import type { Timeline } from '../../store/timeline.svelte';
import { LogBuilder, upTo, type Group } from './model/log';

/** The story of one table as its timeline grows. */
export class Story {
  private readonly of: () => Timeline<View, Notice> | null;
  private builder: LogBuilder | null = null;
  private line: Timeline<View, Notice> | null = null;
  private base: View | null = null;
  private done = 0;

  constructor(of: () => Timeline<View, Notice> | null) {
    this.of = of;
  }

  /** The panels of the log up to the playhead. What was built stays built while notices are added at the end. */
  get groups(): readonly Group[] {
    const line = this.of();
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
