import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type RefObject, Suspense, useRef, useState } from 'react';
import { t } from '../language.ts';
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
  const became = (what: typeof begun.current) => () => void (begun.current = what);
  return (
    <Suspense
      fallback={
        <TextInput
          {...SEARCH_FIELD}
          value={text}
          leftSection={<IconSearch size={16} aria-hidden />}
          onChange={event => setText(event.currentTarget.value)}
          onFocus={became('typing')}
          onBlur={became('nothing')}
          onKeyDown={({ key }) => key === 'Enter' && became('entered')()}
        />
      }
    >
      <SearchBox text={text} setText={setText} begun={begun} />
    </Suspense>
  );
}
