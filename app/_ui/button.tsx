import type { ButtonHTMLAttributes, Ref } from 'react'
import { classNames } from './class-names.ts'

type Look = 'primary' | 'plain' | 'quiet' | 'danger'
export type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  look?: Look
  /** At work: stays in place, takes no second press. */
  busy?: boolean
  ref?: Ref<HTMLButtonElement>
}

export function Button({
  look = 'plain',
  busy = false,
  disabled,
  type = 'button',
  className,
  ref,
  ...rest
}: ButtonProps) {
  return (
    <button
      ref={ref}
      type={type}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={classNames(buttonLook(look), className)}
      {...rest}
    />
  )
}

/** For links that look like buttons, and for triggers of a primitive. */
export function buttonLook(look: Look = 'plain'): string {
  return classNames(
    'inline-flex min-h-(--touch) select-none items-center justify-center gap-2 rounded-base px-3.5 text-body font-medium whitespace-nowrap',
    'transition-colors duration-(--quick) disabled:cursor-not-allowed data-[disabled]:cursor-not-allowed',
    LOOKS[look],
  )
}

const LOOKS: Record<Look, string> = {
  primary:
    'bg-brass text-on-brass hover:bg-brass-strong disabled:bg-hover disabled:text-muted data-[disabled]:bg-hover data-[disabled]:text-muted',
  plain:
    'border border-edge bg-raised text-ink hover:bg-hover disabled:border-line disabled:bg-transparent disabled:text-muted',
  quiet: 'text-ink hover:bg-hover disabled:text-muted disabled:hover:bg-transparent',
  danger: 'bg-danger text-on-danger hover:opacity-90 disabled:opacity-60',
}
