import { TextInput, type TextInputProps } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { Suspense, useLayoutEffect, useRef, useState } from 'react';
import { t } from '../language.ts';
import { typedEarly } from '../outline.ts';
import { isAmidCode } from '../ui/keystrokes.ts';
import { later } from '../ui/later.ts';
import { usePlaceForCodes } from '../ui/scan-turns.ts';

const SearchHits = later(() => import('./search-hits.tsx').then(({ SearchHits }) => SearchHits));

/**
 * Goes anywhere and starts anything: `/` or Ctrl K puts the cursor here, a scanner types and presses Enter. The field
 * takes input from the first moment and stays the same one; hits need a part that is loaded after the first view.
 */
export function Search() {
  const [text, setText] = useState('');
  const [more, equip] = useState<TextInputProps>();
  const field = useRef<HTMLInputElement>(null);
  const isEntered = useRef(false);
  useLayoutEffect(() => {
    const early = typedEarly();
    if (!early) return;
    setText(early.text);
    if (early.isIn) field.current?.focus();
    isEntered.current = early.isEntered;
  }, []);
  const focus = () => {
    field.current?.focus();
    field.current?.select();
  };
  useHotkeys([['/', event => isAmidCode(event) || focus()]]);
  useHotkeys([['mod+K', focus]], []);
  // Until what finds things is there.
  usePlaceForCodes('search', code => {
    setText(code);
    focus();
    isEntered.current = true;
  });
  return (
    <>
      <TextInput
        flex={1}
        maw={420}
        miw={0}
        size="sm"
        placeholder={t('Find or do anything')}
        aria-label={t('Find or do anything')}
        autoComplete="off"
        leftSection={<IconSearch size={16} aria-hidden />}
        onChange={event => setText(event.currentTarget.value)}
        onKeyDown={({ key }) => {
          isEntered.current = key === 'Enter';
        }}
        onBlur={() => {
          isEntered.current = false;
        }}
        {...more}
        ref={field}
        value={text}
      />
      <Suspense>
        <SearchHits {...{ text, setText, field, isEntered, equip }} />
      </Suspense>
    </>
  );
}
