import { ScrollArea, Tabs } from '@mantine/core';
import { useEffect, useRef } from 'react';

interface TabRowProps {
  label: string;
  active: string;
  tabs: readonly { value: string; label: string }[];
}

/** Tabs in one row, whatever their number: it scrolls, and the open one is visible. */
export function TabRow({ label, active, tabs }: TabRowProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current
      ?.querySelector(`[id$="-tab-${CSS.escape(active)}"]`)
      ?.scrollIntoView({ inline: 'center', block: 'nearest' });
  }, [active]);
  return (
    <ScrollArea type="never">
      <Tabs.List ref={list} style={{ flexWrap: 'nowrap' }} aria-label={label}>
        {tabs.map(tab => (
          <Tabs.Tab key={tab.value} value={tab.value} style={{ whiteSpace: 'nowrap' }}>
            {tab.label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
    </ScrollArea>
  );
}
