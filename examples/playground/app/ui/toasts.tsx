/** Toast notifications for results and unexpected errors. */
import { type ReactElement, useSyncExternalStore } from "react"
import { Icon } from "./Icon.tsx"

interface Toast {
  readonly id: number
  readonly kind: "done" | "error"
  readonly text: string
}

let toasts: ReadonlyArray<Toast> = []
let count = 0
const listeners = new Set<() => void>()

const set = (next: ReadonlyArray<Toast>) => {
  toasts = next
  listeners.forEach((listener) => listener())
}

const dismiss = (id: number) => set(toasts.filter((toast) => toast.id !== id))

/** The display time of a success message, in milliseconds. Errors stay until dismissed. */
const lockTimeout = 6000

export const toast = (text: string, kind: Toast["kind"] = "done"): void => {
  const id = ++count
  // A repeated message replaces the previous one.
  set([...toasts.filter((toast) => toast.text !== text), { id, kind, text }].slice(-3))
  if (kind === "done") setTimeout(() => dismiss(id), lockTimeout)
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export const Toasts = (): ReactElement => {
  const shown = useSyncExternalStore(subscribe, () => toasts)
  return (
    <section className="toasts" aria-label="Notifications" aria-live="polite">
      {shown.map(({ id, kind, text }) => (
        <div key={id} className="toast" data-kind={kind} role={kind === "error" ? "alert" : undefined}>
          <p>{text}</p>
          <button
            type="button"
            className="button plain icon"
            aria-label="Dismiss"
            onClick={() =>
              dismiss(id)}
          >
            <Icon name="close" size={18} />
          </button>
        </div>
      ))}
    </section>
  )
}
