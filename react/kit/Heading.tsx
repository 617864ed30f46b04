import { type ReactNode, useMemo } from "react"
import { type HeadingLevel, type PageContext, PageContextProvider, usePageContext } from "./PageContext.ts"

export type HeadingTone = "neutral" | "success" | "danger"

interface HeadingProps {
  readonly id: string
  readonly children: ReactNode
  readonly name: string
  /** `true` for a section's title within a component. `false` by default. */
  readonly isSection?: boolean
  /** The color of the icon above the title. Without a tone, it has no icon. */
  readonly tone?: HeadingTone | undefined
}

/** A title that can receive the focus, without being in the tab order. */
export const Heading = ({ children, id, isSection = false, name, tone }: HeadingProps): ReactNode => {
  const { headingLevel } = usePageContext()
  // Sound: the level is at most 5.
  const Tag = `h${headingLevel + Number(isSection)}` as "h1" | "h2" | "h3" | "h4" | "h5"
  return <Tag id={id} tabIndex={-1} data-latchkey={`heading ${name}`} data-tone={tone}>{children}</Tag>
}

/** Sets the level of the component's title. */
export const HeadingLevelProvider = (
  { children, level }: { readonly level: HeadingLevel; readonly children: ReactNode }
): ReactNode => {
  const context = usePageContext()
  const inner = useMemo((): PageContext => ({ ...context, headingLevel: level }), [context, level])
  return <PageContextProvider value={inner}>{children}</PageContextProvider>
}
