import BADGED from '../art/favicon-turn.svg?inline';

/** The icon of the page without a mark; `null` before the first call. */
let plain: string | null = null;

/** Marks the icon of the page while games wait for the player, and shows their number on that of the application. */
export function badge(games: number): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  plain ??= link?.getAttribute('href') ?? null;
  const icon = games > 0 ? BADGED : plain;
  if (link && icon && link.getAttribute('href') !== icon) link.setAttribute('href', icon);
  const told = games > 0 ? navigator.setAppBadge?.(games) : navigator.clearAppBadge?.();
  told?.catch(() => undefined);
}
