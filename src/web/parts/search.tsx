import { TextInput } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { type RefObject, Suspense, useLayoutEffect, useRef, useState } from 'react';
import { t } from '../language.ts';
import { typedEarly } from '../outline.ts';
import { later } from '../ui/later.ts';

/** The field looks the same before and after its data is loaded. */
export const SEARCH_FIELD = {
  flex: 1,
  maw: 420,
  miw: 0,
  size: 'sm',
  placeholder: t('Find or do anything'),
  'aria-label': t('Find or do anything'),
  autoComplete: 'off',
} as const;

export interface SearchProps {
  text: string;
  setText(text: string): void;
  /** What the user was doing while the rest of the search box was loading. */
  begun: RefObject<'nothing' | 'typing' | 'entered'>;
}

const SearchBox = later(() => import('./search-box.tsx').then(({ SearchBox }) => SearchBox));

/** Accepts input from the first moment; hits need a part that is loaded after the first view. */
export function Search() {
  const [text, setText] = useState('');
  const begun = useRef<'nothing' | 'typing' | 'entered'>('nothing');
  const props = { text, setText, begun };
  return (
    <Suspense fallback={<EarlyField {...props} />}>
      <SearchBox {...props} />
    </Suspense>
  );
}

function EarlyField({ text, setText, begun }: SearchProps) {
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    const early = typedEarly();
    if (!early) return;
    setText(early.text);
    if (early.isIn) field.current?.focus();
    if (early.isEntered) begun.current = 'entered';
  }, [setText, begun]);
  const focus = () => field.current?.focus();
  useHotkeys([['/', focus]]);
  useHotkeys([['mod+K', focus]], []);
  const became = (what: typeof begun.current) => () => void (begun.current = what);
  return (
    <TextInput
      {...SEARCH_FIELD}
      ref={field}
      value={text}
      leftSection={<IconSearch size={16} aria-hidden />}
      onChange={event => setText(event.currentTarget.value)}
      onFocus={became('typing')}
      onBlur={became('nothing')}
      onKeyDown={({ key }) => key === 'Enter' && became('entered')()}
    />
  );
}
