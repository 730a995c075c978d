import { type ComponentType, lazy } from 'react';

/*
 * Parts that the first view can do without. They are fetched once it is there, and before anybody wants them: where the network has
 * gone by then, they are here.
 */

const parts: (() => Promise<unknown>)[] = [];
const AGAIN_MS = 2000;

/** Until it is there: what could not be fetched is no fault of the page. */
async function fetched<Part>(load: () => Promise<Part>): Promise<Part> {
  for (;;) {
    try {
      return await load();
    } catch {
      await new Promise(resolve => setTimeout(resolve, AGAIN_MS));
    }
  }
}

/** A component of this part: nothing, or what its Suspense says, until it is there. */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  parts.push(load);
  return lazy(async () => ({ default: await fetched(load) }));
}

/** The first view is there: the others come now. */
export function fetchParts(): void {
  for (const load of parts.splice(0)) void fetched(load);
}
