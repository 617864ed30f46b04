import { Children, Fragment, type ReactNode } from "react"

/** Facts with a dot between them. Lines break between two facts, and a fact with another direction does not reorder the others. */
export const Facts = ({ children }: { readonly children: ReactNode }): ReactNode => (
  <span data-latchkey="facts">
    {Children.toArray(children).map((fact, index) => (
      <Fragment key={index}>
        {index > 0 && " "}
        <span data-latchkey="fact">{fact}</span>
      </Fragment>
    ))}
  </span>
)
