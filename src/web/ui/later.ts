import { type ComponentType, lazy } from 'react';

/*
 * Parts that the first view does not need. They are loaded once it is shown, and before anybody needs them: if the
 * network is lost later, they are already here.
 */

const parts: (() => Promise<unknown>)[] = [];
const AGAIN_MS = 2000;
let begin: () => void;
const firstView = new Promise<void>(resolve => {
  begin = resolve;
});

/** Resolves to nothing if the part cannot be fetched: that must not break the page. */
async function loadPatiently<Part>(load: () => Promise<Part>): Promise<Part> {
  for (;;) {
    try {
      return await load();
    } catch {
      await new Promise(resolve => setTimeout(resolve, AGAIN_MS));
    }
  }
}

/** A component of this part. Until it is loaded there is nothing, or the fallback of its Suspense. */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  parts.push(load);
  return lazy(() => firstView.then(async () => ({ default: await loadPatiently(load) })));
}

/** The first view is shown: loads the other parts now. */
export function fetchParts(): void {
  begin();
  for (const load of parts.splice(0)) void loadPatiently(load);
}
