/*
 * Forms with input that is not saved yet. What would take the page away from under them waits: another language, a
 * right that was taken away, an organization that one was removed from.
 */

const typedForms = new Set<object>();
const actsWaiting: (() => void)[] = [];

/** Whether something typed would be lost by leaving. */
export const isTyping = (): boolean => typedForms.size > 0;

/** Runs it now, or once nothing that was typed is lost by it. */
export function onceTyped(act: () => void): void {
  if (isTyping()) actsWaiting.push(act);
  else act();
}

/** Something was typed into this form, until it is sent or called off. */
export const hold = (form: object): void => void typedForms.add(form);
/** It was sent or called off. After the last form, what has waited runs. */
export function letGo(form: object): void {
  if (typedForms.delete(form) && !isTyping()) for (const act of actsWaiting.splice(0)) act();
}
