/** The whole seconds until a moment. Created during the initialisation of a component. */
export class Countdown {
  /** The remaining seconds, rounded up; at least 1. */
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
