/**
 * The components that the sections of the account settings share.
 *
 * @since 0.1.0
 */
import * as Cause from "effect/Cause"
import * as Option from "effect/Option"
import { type ReactNode, useEffect, useId, useRef } from "react"
import * as Resource from "../../../src/cache/Resource.ts"
import { useResourceState } from "../../useResource.ts"
import { errorText } from "../errorText.ts"
import { Alert, TaskButton } from "../Form.tsx"
import { usePageContext } from "../PageContext.ts"
import type { PageError } from "../PageError.ts"
import { useTask } from "../useStep.ts"

export interface SettingsSectionProps {
  /** A name for styles and tests. */
  readonly name: string
  readonly title: string
  readonly children: ReactNode
}

/** A section of the settings with a heading. */
export const SettingsSection = ({ children, name, title }: SettingsSectionProps): ReactNode => {
  const id = useId()
  return (
    <section data-latchkey={name} aria-labelledby={id}>
      <h2 id={id} tabIndex={-1}>{title}</h2>
      {children}
    </section>
  )
}

export interface ResourceContentProps<A, E extends PageError> {
  readonly resource: Resource.Resource<A, E>
  readonly children: (value: A) => ReactNode
}

/** The content of a resource after it has loaded, and a button to try again after an error. */
export const ResourceContent = <A, E extends PageError>(
  { children, resource }: ResourceContentProps<A, E>
): ReactNode => {
  const { texts } = usePageContext()
  const state = useResourceState(resource)
  const retry = useTask(() => Resource.refresh(resource))
  const keepFocus = useFocusFallback()
  switch (state._tag) {
    case "Pending":
      return <p role="status">{texts.settings.loading}</p>
    case "Failed": {
      const error = Option.getOrUndefined(Cause.findErrorOption(state.cause))
      return (
        <>
          {retry.error === undefined && (
            <Alert text={error === undefined ? texts.notOpened.unexpected : errorText(texts, error)} />
          )}
          <TaskButton name="retry" step={retry} text={texts.settings.retry} />
        </>
      )
    }
    case "Ready":
      return <div {...keepFocus} data-latchkey="loaded" aria-busy={state.isRefreshing}>{children(state.value)}</div>
  }
}

/**
 * Moves the focus to the heading of the section when the focused element is removed, such as the button of a removed row.
 */
const useFocusFallback = () => {
  const ref = useRef<HTMLDivElement>(null)
  const last = useRef<Element>(null)
  useEffect(() => {
    if (last.current === null || last.current.isConnected) return
    last.current = null
    const { activeElement, body } = ref.current?.ownerDocument ?? {}
    if (activeElement === body) ref.current?.closest("section")?.querySelector("h2")?.focus()
  })
  return {
    ref,
    onFocus: ({ target }: { readonly target: Element }): void => {
      last.current = target
    }
  }
}

/** A short fact about a row. */
export const Badge = ({ children }: { readonly children: ReactNode }): ReactNode => (
  <span data-latchkey="badge">{children}</span>
)
