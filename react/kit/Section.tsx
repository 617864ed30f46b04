import * as Cause from "effect/Cause"
import * as Option from "effect/Option"
import { type ReactNode, useEffect, useId, useRef } from "react"
import * as Resource from "../../src/cache/Resource.ts"
import type { PageError } from "../pages/PageError.ts"
import { common } from "../texts/en/common.ts"
import { useTexts } from "../texts/useTexts.ts"
import { useResourceState } from "../useResource.ts"
import { Alert } from "./Alert.tsx"
import { TaskButton } from "./Button.tsx"
import { Skeleton, type SkeletonProps } from "./Card.tsx"
import { useErrorText } from "./errorText.ts"
import { Heading } from "./Heading.tsx"
import { usePageContext } from "./PageContext.ts"
import { useLanguage } from "./useLanguage.ts"
import { useTask } from "./useStep.ts"

export interface SectionProps {
  readonly name: string
  readonly title: string
  readonly text?: ReactNode
  readonly children?: ReactNode
}

/** A settings section with a heading. It also works alone. A section with its page's title leaves the heading to the page. */
export const Section = ({ children, name, text, title }: SectionProps): ReactNode => {
  const id = useId()
  const language = useLanguage()
  const { page } = usePageContext()
  const isPage = page?.title === title
  return (
    <section data-latchkey={`root section ${name}`} aria-labelledby={isPage ? page.id : id} {...language}>
      {!isPage && (
        <div data-latchkey="section-header">
          <Heading id={id} name="section-title" isSection>{title}</Heading>
        </div>
      )}
      {text !== undefined && <p data-latchkey="section-text">{text}</p>}
      {children}
    </section>
  )
}

interface ResourceContentProps<A, E extends PageError> extends SkeletonProps {
  readonly resource: Resource.Resource<A, E>
  readonly children: (value: A) => ReactNode
}

/** A resource's content after it has loaded, and a button to try again after an error. */
export const ResourceContent = <A, E extends PageError>(
  { children, resource, ...skeleton }: ResourceContentProps<A, E>
): ReactNode => {
  const errorText = useErrorText()
  const texts = useTexts("common", common)
  const state = useResourceState(resource)
  const retry = useTask(() => Resource.refresh(resource))
  const keepFocus = useFocusFallback()
  switch (state._tag) {
    case "Pending":
      return <Skeleton {...skeleton} />
    case "Failed": {
      const error = Option.getOrUndefined(Cause.findErrorOption(state.cause))
      return (
        <div data-latchkey="failed">
          {retry.error === undefined && <Alert text={error === undefined ? texts.unexpected : errorText(error)} />}
          <TaskButton name="retry" step={retry} text={texts.retry} />
        </div>
      )
    }
    case "Ready":
      return <div {...keepFocus} data-latchkey="loaded" aria-busy={state.isRefreshing}>{children(state.value)}</div>
  }
}

/** Moves the focus to the section's heading when the focused element is removed, such as a removed row's button. */
const useFocusFallback = () => {
  const ref = useRef<HTMLDivElement>(null)
  const last = useRef<Element>(null)
  useEffect(() => {
    if (last.current === null || last.current.isConnected) return
    last.current = null
    const { activeElement, body } = ref.current?.ownerDocument ?? {}
    if (activeElement !== body) return
    for (const part of ["section", "[data-latchkey~=settings-page]"]) {
      ref.current?.closest(part)?.querySelector<HTMLElement>("[data-latchkey~=heading]")?.focus()
      if (activeElement !== ref.current?.ownerDocument.activeElement) return
    }
  })
  return {
    ref,
    onFocus: ({ target }: { readonly target: Element }): void => {
      last.current = target
    }
  }
}

/** The sections for permanent actions, at the end of a page. */
export const DangerArea = ({ children }: { readonly children: ReactNode }): ReactNode => (
  <div data-latchkey="danger-area">{children}</div>
)

interface SettingProps {
  readonly name: string
  readonly label: string
  /** The label's id, for `aria-describedby`. */
  readonly labelId?: string
  readonly children: ReactNode
}

/** A section's setting, with its label. */
export const Setting = ({ children, label, labelId, name }: SettingProps): ReactNode => (
  <div data-latchkey={`setting ${name}`}>
    <p id={labelId} data-latchkey="setting-label">{label}</p>
    {children}
  </div>
)

interface StateProps {
  readonly media?: ReactNode
  readonly title?: ReactNode
  readonly text?: ReactNode
  readonly actions?: ReactNode
}

/** A setting's state, with its actions beside it. */
export const State = ({ actions, media, text, title }: StateProps): ReactNode => (
  <div data-latchkey="state">
    {media}
    <div data-latchkey="row-body">
      {title !== undefined && (
        <p data-latchkey="row-title">
          <span>{title}</span>
        </p>
      )}
      {text !== undefined && <p data-latchkey="row-text">{text}</p>}
    </div>
    {Boolean(actions) && <div data-latchkey="row-actions">{actions}</div>}
  </div>
)

/** A list with rows. */
export const Rows = (
  { children, label }: { readonly children: ReactNode; readonly label?: string | undefined }
): ReactNode => (
  // Safari drops the role from lists without markers.
  <ul role="list" data-latchkey="rows" aria-label={label}>{children}</ul>
)

interface RowProps {
  readonly name: string
  readonly media?: ReactNode
  readonly title: ReactNode
  /** The title's id, for `aria-describedby`. */
  readonly titleId?: string
  readonly badges?: ReactNode
  readonly text?: ReactNode
  readonly actions?: ReactNode
  readonly children?: ReactNode
}

/** A list's row: a title with badges, a line with details, actions, and messages. */
export const Row = ({ actions, badges, children, media, name, text, title, titleId }: RowProps): ReactNode => (
  <li data-latchkey={`row ${name}`}>
    {media}
    <div data-latchkey="row-body">
      <p data-latchkey="row-title">
        <span id={titleId}>{title}</span> {badges}
      </p>
      {text !== undefined && <p data-latchkey="row-text">{text}</p>}
    </div>
    {Boolean(actions) && <div data-latchkey="row-actions">{actions}</div>}
    {Boolean(children) && <div data-latchkey="row-messages">{children}</div>}
  </li>
)

/** An empty list's content. */
export const Empty = ({ children }: { readonly children: ReactNode }): ReactNode => (
  <p data-latchkey="empty">{children}</p>
)

interface BadgeProps {
  readonly children: ReactNode
  readonly tone?: "neutral" | "success" | "warning" | "danger"
}

/** A short fact about a row. */
export const Badge = ({ children, tone = "neutral" }: BadgeProps): ReactNode => (
  <span data-latchkey="badge" data-tone={tone}>{children}</span>
)
