import type { ComponentProps } from 'react';

interface SteadyButtonProps extends ComponentProps<'button'> {
  'data-loading'?: boolean;
}

/**
 * What a button of the theme is. One that is at work keeps the focus, which a disabled one loses, and does nothing when
 * it is pressed again: neither by a click, nor as what Enter in a field presses.
 */
export const SteadyButton = ({ disabled, onClick, type = 'button', ...props }: SteadyButtonProps) =>
  props['data-loading'] ? (
    <button {...props} type={type} aria-disabled onClick={event => event.preventDefault()} />
  ) : (
    <button {...props} type={type} disabled={disabled} onClick={onClick} />
  );
