import BADGED from '../art/favicon-turn.svg?inline';

/** The icon as the page came with it. */
let plain: string | null = null;

/** Shows on the icons of page and application how many games wait for us. */
export function badge(games: number): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  plain ??= link?.getAttribute('href') ?? null;
  const icon = games > 0 ? BADGED : plain;
  if (link && icon && link.getAttribute('href') !== icon) link.setAttribute('href', icon);
  const told = games > 0 ? navigator.setAppBadge?.(games) : navigator.clearAppBadge?.();
  told?.catch(() => undefined);
}
