/** Layout components. */
import { type ReactElement, type ReactNode, Suspense, useEffect, useId } from "react"
import { ErrorBoundary } from "./ErrorBoundary.tsx"

/** Sets the document title. */
export const useTitle = (title?: string): void =>
  useEffect(() => {
    document.title = title === undefined ? "Latchkey playground" : `${title} · Latchkey playground`
  }, [title])

/** A page with a title and content that may suspend. */
export const Page = (
  { children, lead, title }: { readonly title: string; readonly lead: ReactNode; readonly children: ReactNode }
): ReactElement => {
  useTitle(title)
  return (
    <div className="page">
      <header className="page-head">
        <h1 tabIndex={-1}>{title}</h1>
        <p>{lead}</p>
      </header>
      {children}
    </div>
  )
}

interface CardProps {
  readonly title: string
  readonly lead?: ReactNode
  readonly aside?: ReactNode
  /** The approximate number of lines, for the placeholder. */
  readonly lines?: number
  /** Marks irreversible actions. */
  readonly isEnd?: boolean
  readonly children: ReactNode
}

/** A section of a page with its own loading and error states. */
export const Card = ({ aside, children, isEnd = false, lead, lines = 3, title }: CardProps): ReactElement => {
  const id = useId()
  return (
    <section className={isEnd ? "card end" : "card"} aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {aside !== undefined && <div>{aside}</div>}
        {lead !== undefined && <p>{lead}</p>}
      </header>
      <ErrorBoundary>
        <Suspense fallback={<Skeleton lines={lines} />}>{children}</Suspense>
      </ErrorBoundary>
    </section>
  )
}

export const Skeleton = ({ lines }: { readonly lines: number }): ReactElement => (
  <div className="skeleton" role="status" aria-label="Loading">
    {Array.from(
      { length: lines },
      (_, line) => <span key={line} style={{ width: `${[92, 68, 80, 55][line % 4]}%` }} />
    )}
  </div>
)

export const Empty = (
  { children, title }: { readonly title: string; readonly children: ReactNode }
): ReactElement => (
  <div className="empty">
    <strong>{title}</strong>
    {children}
  </div>
)

export const Badge = (
  { children, kind = "" }: { readonly kind?: "" | "good" | "bad" | "attention"; readonly children: ReactNode }
): ReactElement => <span className={`badge ${kind}`}>{children}</span>
