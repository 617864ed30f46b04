import type { ReactElement, ReactNode } from "react"
import { useFacts } from "../useFacts.ts"

interface FeatureProps {
  readonly id: string
  readonly title: ReactNode
  readonly text: ReactNode
  /** The page that explains it, with the text of its link. */
  readonly link: readonly [page: string, text: string]
  /** The side of the text in a wide window. */
  readonly side?: "start" | "end"
  readonly children: ReactNode
}

/** A claim, and the thing that shows it. */
export const Feature = (
  { children, id, link: [page, text], side = "start", text: lead, title }: FeatureProps
): ReactElement => (
  <section className={`feature ${side}`} aria-labelledby={id}>
    <div className="feature-text">
      <h2 id={id}>{title}</h2>
      <p>{lead}</p>
      <p>
        <a className="arrow" href={useFacts().url(page)}>{text}</a>
      </p>
    </div>
    <div className="feature-show">{children}</div>
  </section>
)
