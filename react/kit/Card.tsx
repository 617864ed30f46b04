/** The layout for a component with one task: a title, the content, and links to other tasks. */
import { type ReactNode, useEffect, useId, useRef } from "react"
import type { PageError } from "../pages/PageError.ts"
import { common } from "../texts/en/common.ts"
import { useTexts } from "../texts/useTexts.ts"
import { StepButton, type StepButtonProps } from "./Button.tsx"
import { usePreloadedErrorTexts } from "./errorText.ts"
import { Heading, type HeadingTone } from "./Heading.tsx"
import { Logo } from "./Logo.tsx"
import { OfflineBoundary } from "./OfflineBanner.tsx"
import { usePageContext } from "./PageContext.ts"
import { useLanguage } from "./useLanguage.ts"
import { useResize } from "./useResize.ts"

interface CardProps {
  readonly name: string
  readonly title: string
  readonly text?: ReactNode
  readonly textId?: string
  /** The element that gets the focus: the heading by default, and the field on pages with only a field to fill in. */
  readonly initialFocus?: "heading" | "field"
  /** An element above the title, such as a way back. */
  readonly above?: ReactNode
  /** `false` for settings within an app. `true` by default. */
  readonly hasLogo?: boolean
  /** The icon above the title of a page that reports a result: a check for success, otherwise an exclamation mark. */
  readonly tone?: HeadingTone
  /** The picture of what the page is about, in place of the logo. */
  readonly picture?: ReactNode
  readonly children?: ReactNode
}

/** A page's layout. Takes the focus when it appears, unless another element has it. */
export const Card = (
  { above, children, hasLogo = true, name, initialFocus = "heading", picture, text, textId, title, tone }: CardProps
): ReactNode => {
  const id = useId()
  const header = useRef<HTMLDivElement>(null)
  const language = useLanguage()
  const { nameDocument } = usePageContext()
  useEffect(() => nameDocument?.(title, header.current!.ownerDocument), [nameDocument, title])
  useEffect(() => {
    const section = header.current!.parentElement!
    const { activeElement, body } = section.ownerDocument
    if (activeElement !== null && activeElement !== body) return
    section.querySelector<HTMLElement>(
      initialFocus === "field" ? "input" : "[data-latchkey~=\"card-title\"]"
    )?.focus()
  }, [initialFocus])
  return (
    <section ref={useResize()} data-latchkey={`root card ${name}`} aria-labelledby={id} {...language}>
      {above}
      <div ref={header} data-latchkey="card-header">
        {picture === undefined ? hasLogo && <Logo /> : <div data-latchkey="logo">{picture}</div>}
        <Heading id={id} name="card-title" tone={tone}>{title}</Heading>
        {text !== undefined && <p id={textId} data-latchkey="card-text">{text}</p>}
      </div>
      <OfflineBoundary>{children}</OfflineBoundary>
    </section>
  )
}

/** The actions below the content, such as links to other pages. */
export const CardFooter = ({ children }: { readonly children: ReactNode }): ReactNode => (
  <div data-latchkey="card-footer">{children}</div>
)

/** A link below the content that runs a page step. */
export const CardLink = <E extends PageError>(props: StepButtonProps<E>): ReactNode => (
  <CardFooter>
    <StepButton variant="link" {...props} />
  </CardFooter>
)

export interface SkeletonProps {
  /** The number of rows. `3` by default. */
  readonly rows?: number | undefined
  /** The shape of the content, in place of rows. */
  readonly shape?: ReactNode
}

/** Rows or a shape instead of content. Screen readers announce that it is loading. */
export const Skeleton = ({ rows = 3, shape }: SkeletonProps): ReactNode => {
  const { loading } = useTexts("common", common)
  usePreloadedErrorTexts()
  return (
    <div data-latchkey="skeleton">
      <p role="status" data-latchkey="visually-hidden">{loading}</p>
      {shape ??
        Array.from(
          { length: rows },
          (_, index) => <span key={index} data-latchkey="skeleton-row" aria-hidden="true" />
        )}
    </div>
  )
}
