/** Whole seconds until a moment, counted while it lies ahead. To be made where a component is set up. */
export class Countdown {
  /** At least one: the moment itself shows by what happens then. */
  seconds = $state(1);

  constructor(until: () => number | null) {
    $effect(() => {
      const end = until();
      if (end === null) return;
      const tick = () => (this.seconds = Math.max(1, Math.ceil((end - Date.now()) / 1000)));
      tick();
      const timer = setInterval(tick, 500);
      return () => clearInterval(timer);
    });
  }
}
