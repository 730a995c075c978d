import { Combobox, Text, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue, useHotkeys } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { graphql, useData } from '../graphql.ts';

const Found = graphql(`
  query Found($q: String!) {
    variants(first: 8, filter: { q: $q }) { nodes { id sku name productId product { name } } }
    byBarcode: variants(first: 1, filter: { barcode: $q }) { nodes { id sku name productId product { name } } }
  }
`);

/** The choice to ask what was typed, rather than to go to a product. */
const ASK = 'ask';

/** Goes to a product by SKU, name or barcode, from anywhere: `/` puts the cursor here, a scanner types and presses Enter. */
export function Search() {
  const [text, setText] = useState('');
  const [asked] = useDebouncedValue(text.trim(), 120);
  const box = useCombobox();
  const input = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  useHotkeys([['/', () => input.current?.focus()]]);
  const go = (chosen: string) => {
    setText('');
    box.closeDropdown();
    input.current?.blur();
    void (chosen === ASK
      ? navigate({ to: '/ask' as never, search: { q: asked } as never })
      : navigate({ to: '/products/$id', params: { id: chosen } }));
  };
  return (
    <Combobox store={box} onOptionSubmit={go}>
      <Combobox.Target>
        <TextInput
          ref={input}
          value={text}
          flex={1}
          maw={420}
          miw={0}
          size="sm"
          placeholder="Find by SKU, name or barcode"
          aria-label="Find a product"
          leftSection={<IconSearch size={16} aria-hidden />}
          onChange={event => {
            setText(event.currentTarget.value);
            box.openDropdown();
            box.selectFirstOption();
          }}
          onFocus={() => box.openDropdown()}
          onBlur={() => box.closeDropdown()}
        />
      </Combobox.Target>
      {asked !== '' && (
        <Combobox.Dropdown>
          <Choices asked={asked} />
        </Combobox.Dropdown>
      )}
    </Combobox>
  );
}

/** What has the text in its names; what has it as its barcode comes first. A scanner types no blanks: what has some may be a question. */
function Choices({ asked }: { asked: string }) {
  const { data } = useData(Found, { q: asked });
  const variants = data
    ? [...data.byBarcode.nodes, ...data.variants.nodes.filter(({ id }) => data.byBarcode.nodes[0]?.id !== id)]
    : [];
  const isQuestion = asked.includes(' ');
  return (
    <Combobox.Options aria-label="Products found">
      {variants.map(({ id, sku, name, productId, product }) => (
        <Combobox.Option key={id} value={productId}>
          <Text size="sm" fw={550} truncate>
            {[product.name, name].filter(Boolean).join(', ')}
          </Text>
          <Text size="xs" c="dimmed" className="mono">
            {sku}
          </Text>
        </Combobox.Option>
      ))}
      {isQuestion && (
        <Combobox.Option value={ASK}>
          <Text size="sm">Ask: “{asked}”</Text>
        </Combobox.Option>
      )}
      {data && variants.length === 0 && !isQuestion && <Combobox.Empty>Nothing matches “{asked}”.</Combobox.Empty>}
    </Combobox.Options>
  );
}
