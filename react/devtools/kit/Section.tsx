import type { ReactNode } from "react"

/** Renders a part with a title. */
export const Section = ({ children, title }: { readonly title: string; readonly children: ReactNode }): ReactNode => (
  <section aria-label={title}>
    <h3>{title}</h3>
    {children}
  </section>
)

/** Renders named values, except those that are `undefined`. */
export const Facts = (
  { facts }: { readonly facts: ReadonlyArray<readonly [name: string, value: ReactNode]> }
): ReactNode => (
  <dl className="facts">
    {facts.map(([name, value]) =>
      value !== undefined && (
        <div key={name} className="fact">
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      )
    )}
  </dl>
)

/** Renders a list of `Item`s. */
export const Items = ({ children }: { readonly children: ReactNode }): ReactNode => (
  <ul className="items">{children}</ul>
)

interface ItemProps {
  readonly title: ReactNode
  readonly text: ReactNode
  /** Elements at the end. */
  readonly children: ReactNode
}

/** Renders a title with a line below it, and elements beside them. */
export const Item = ({ children, text, title }: ItemProps): ReactNode => (
  <li className="item">
    <div className="item-text">
      <p>{title}</p>
      <p className="quiet small break">{text}</p>
    </div>
    {children}
  </li>
)
