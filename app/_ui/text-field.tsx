import {
  useId,
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
} from 'react'
import { classNames } from './class-names.ts'

type Around = { label: string; hint?: ReactNode; error?: string | null | undefined }

export function TextField({
  label,
  hint,
  error,
  className,
  ref,
  ...rest
}: InputHTMLAttributes<HTMLInputElement> & Around & { ref?: Ref<HTMLInputElement> }) {
  const id = useId()
  return (
    <Field id={id} label={label} hint={hint} error={error} className={className}>
      <input ref={ref} id={id} className={FIELD_LOOK} {...described(id, hint, error)} {...rest} />
    </Field>
  )
}

export function TextArea({
  label,
  hint,
  error,
  className,
  ref,
  ...rest
}: TextareaHTMLAttributes<HTMLTextAreaElement> & Around & { ref?: Ref<HTMLTextAreaElement> }) {
  const id = useId()
  return (
    <Field id={id} label={label} hint={hint} error={error} className={className}>
      <textarea
        ref={ref}
        id={id}
        className={classNames(FIELD_LOOK, 'py-2')}
        {...described(id, hint, error)}
        {...rest}
      />
    </Field>
  )
}

export function SelectField({
  label,
  hint,
  error,
  className,
  children,
  ...rest
}: SelectHTMLAttributes<HTMLSelectElement> & Around) {
  const id = useId()
  return (
    <Field id={id} label={label} hint={hint} error={error} className={className}>
      <select id={id} className={FIELD_LOOK} {...described(id, hint, error)} {...rest}>
        {children}
      </select>
    </Field>
  )
}

/** Label above, hint or error below. The error is announced when it appears. */
export function Field({
  id,
  label,
  hint,
  error,
  className,
  children,
}: Around & { id: string; className?: string | undefined; children: ReactNode }) {
  return (
    <div className={classNames('flex flex-col gap-1.5', className)}>
      <label htmlFor={id} className="text-small font-medium text-muted">
        {label}
      </label>
      {children}
      {hint && !error && (
        <p id={`${id}-hint`} className="text-small text-muted">
          {hint}
        </p>
      )}
      <p id={`${id}-error`} role="alert" className={error ? 'text-small text-danger' : 'hidden'}>
        {error}
      </p>
    </div>
  )
}

export const FIELD_LOOK =
  'min-h-(--touch) w-full rounded-base border border-edge bg-raised px-3 text-body text-ink disabled:bg-sunken disabled:text-muted aria-invalid:border-danger pointer-coarse:text-base'

export function described(id: string, hint: ReactNode, error: string | null | undefined) {
  return {
    'aria-invalid': error ? true : undefined,
    'aria-describedby': error ? `${id}-error` : hint ? `${id}-hint` : undefined,
  }
}
