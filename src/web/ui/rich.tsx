import { TransNoContext } from '@lingui/react/server';
import type { ReactElement, ReactNode } from 'react';
import { english, i18n, type Message } from '../language.ts';

interface RichProps {
  of: Message;
  values?: { readonly [name: string]: ReactNode };
  /** The elements around parts of the message: `<link>the order</link>` goes into `link`. */
  parts?: { readonly [tag: string]: ReactElement };
}

const lingui = { i18n, _: i18n.t };

/** A message with links, emphasis or other elements in it. */
export const Rich = ({ of, values = {}, parts = {} }: RichProps) => (
  <TransNoContext
    lingui={lingui}
    id={of}
    message={english(of)}
    values={Object.fromEntries(Object.entries(values).map(([name, value]) => [name, asNode(value)]))}
    components={parts}
  />
);

/** User data is never parsed as markup. */
const asNode = (value: ReactNode) => (typeof value === 'string' && value.includes('<') ? [value] : value);
