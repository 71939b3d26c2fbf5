'use client'
import { X } from 'lucide-react'
import { createContext, use, useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { IconButton } from './icon-button.tsx'

export type ToastAction = { label: string; onPress: () => void }
export type Toast = { text: string; actions?: ToastAction[]; tone?: 'plain' | 'danger' }
type Shown = Toast & { id: number }

/** Shown at least this long, and for as long as the pointer or the focus is on it. */
const SHOWN_MS = 10_000
const MOST_AT_ONCE = 3

const ToastContext = createContext<((toast: Toast) => void) | null>(null)

/** Shows a short message with what can be done about it; announced as a status. */
export function useToast(): (toast: Toast) => void {
  const show = use(ToastContext)
  if (!show) throw new Error('useToast needs a ToastProvider above it')
  return show
}

export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<Shown[]>([])
  const nextId = useRef(1)
  const show = useCallback((toast: Toast) => {
    const id = nextId.current++
    setToasts((before) => [...before, { ...toast, id }].slice(-MOST_AT_ONCE))
  }, [])
  const drop = useCallback((id: number) => setToasts((before) => before.filter((toast) => toast.id !== id)), [])
  const list = useMemo(
    () => toasts.map((toast) => <ToastCard key={toast.id} toast={toast} onDrop={drop} />),
    [toasts, drop],
  )
  return (
    <ToastContext value={show}>
      {children}
      <div
        role="status"
        // Said in so many words, it stays reachable and heard while a dialog is open.
        aria-live="polite"
        aria-label="Notifications"
        className="pointer-events-none fixed inset-x-3 top-[calc(var(--header)+0.75rem)] z-50 flex flex-col items-center gap-2"
      >
        {list}
      </div>
    </ToastContext>
  )
}

function ToastCard({ toast, onDrop }: { toast: Shown; onDrop: (id: number) => void }) {
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (held) return
    const timer = setTimeout(() => onDrop(toast.id), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [held, toast.id, onDrop])
  const act = (action: ToastAction) => {
    onDrop(toast.id)
    action.onPress()
  }
  return (
    <div
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      onKeyDown={(event) => event.key === 'Escape' && onDrop(toast.id)}
      className="pointer-events-auto flex max-w-full flex-wrap justify-end sm:flex-nowrap animate-[rise_var(--calm)_var(--ease)] items-center gap-1 rounded-base border border-line bg-raised py-1.5 pr-1.5 pl-4 text-ink shadow-float"
    >
      {toast.tone === 'danger' && <span className="font-semibold text-danger">Not done: </span>}
      <span className="min-w-0 flex-1 basis-full py-1 pr-2 sm:basis-auto text-pretty tabular-nums">{toast.text}</span>
      {toast.actions?.map((action) => (
        <button
          key={action.label}
          type="button"
          onClick={() => act(action)}
          className="min-h-(--touch) rounded-small px-2.5 font-semibold text-brass hover:bg-hover"
        >
          {action.label}
        </button>
      ))}
      <IconButton label="Dismiss" onClick={() => onDrop(toast.id)}>
        <X size={16} aria-hidden />
      </IconButton>
    </div>
  )
}
