/*
 * Whether notifications are also shown outside the page by the browser: on this device, and only if the user has asked
 * for it with a click.
 */

const KEY = 'told-outside';

/** Whether this browser can show notifications and the user has not forbidden them. */
export const mayNotify = (): boolean => 'Notification' in globalThis && Notification.permission !== 'denied';
/** Whether they are shown: the browser allows it and the user wants it. */
export const isNotifying = (): boolean =>
  mayNotify() && Notification.permission === 'granted' && localStorage.getItem(KEY) === 'on';

const SHOWN_KEY = 'told';
const IDS_MAX = 100;

/** Whether it is told for the first time: every tab has a bell, and what was closed must not come back from another. */
export function isShownFirst(id: string): boolean {
  const shownIds = JSON.parse(localStorage.getItem(SHOWN_KEY) ?? '[]') as string[];
  if (shownIds.includes(id)) return false;
  localStorage.setItem(SHOWN_KEY, JSON.stringify([...shownIds, id].slice(-IDS_MAX)));
  return true;
}

/** Asks the browser for permission if necessary; returns whether notifications are shown from now on. */
export async function setNotifying(on: boolean): Promise<boolean> {
  localStorage.setItem(KEY, on ? 'on' : 'off');
  if (on && Notification.permission === 'default') await Notification.requestPermission();
  return isNotifying();
}
