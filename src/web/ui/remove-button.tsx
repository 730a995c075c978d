import { ActionIcon, type ActionIconProps } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';

interface RemoveButtonProps extends Pick<ActionIconProps, 'size' | 'mt'> {
  /** What is removed, in words: it has only an icon. */
  label: string;
  onClick(): void;
}

/** Removes a line of a form, or an entry of a list. */
export const RemoveButton = ({ label, size = 'lg', ...props }: RemoveButtonProps) => (
  <ActionIcon variant="subtle" color="gray" c="inherit" size={size} aria-label={label} data-removes {...props}>
    <IconTrash size={17} aria-hidden />
  </ActionIcon>
);
