/*
 * Whether news are also told by the browser, outside of the page: on this device, and only where the person asked for it with a click.
 */

const KEY = 'told-outside';

export const canTellOutside = (): boolean => 'Notification' in globalThis && Notification.permission !== 'denied';
export const isToldOutside = (): boolean =>
  canTellOutside() && Notification.permission === 'granted' && localStorage.getItem(KEY) === 'on';

/** Asks the browser where it has to be asked; answers whether news are told from now on. */
export async function tellOutside(on: boolean): Promise<boolean> {
  localStorage.setItem(KEY, on ? 'on' : 'off');
  if (on && Notification.permission === 'default') await Notification.requestPermission();
  return isToldOutside();
}
