import { Component, type Context, type ReactNode } from "react"
import { type Auth, AuthContext } from "./Auth.ts"
import { isForFramework, isNetworkFailure } from "./reportError.ts"

type AuthErrorBoundaryProps = {
  readonly children?: ReactNode
  /** Renders the fallback. `retry` renders the children again, which refetches the failed values. */
  readonly fallback: (error: unknown, retry: () => void) => ReactNode
}

interface Caught {
  readonly error: unknown
}

/**
 * Catches errors of the components below it, and renders a fallback. Also calls the `AuthProvider`'s `onError`, with
 * `isShown` set to `true`. After a network failure, renders the children again when the device is back online.
 *
 * **Example** (A retry button)
 *
 * ```tsx
 * import { AuthErrorBoundary, useTeams } from "latchkey/react"
 *
 * const Count = () => <p>{useTeams().length} teams</p>
 *
 * export const Teams = () => (
 *   <AuthErrorBoundary fallback={(_, retry) => <button onClick={retry}>Try again</button>}>
 *     <Count />
 *   </AuthErrorBoundary>
 * )
 * ```
 */
export class AuthErrorBoundary extends Component<AuthErrorBoundaryProps, { readonly caught: Caught | undefined }> {
  static override readonly contextType: Context<Auth | undefined> = AuthContext
  static getDerivedStateFromError(error: unknown): { readonly caught: Caught } {
    return { caught: { error } }
  }
  declare readonly context: Auth | undefined
  override readonly state: { readonly caught: Caught | undefined } = { caught: undefined }
  private unsubscribe = () => {}
  private readonly retry = () => this.setState({ caught: undefined })
  override componentDidCatch(error: unknown): void {
    if (!isForFramework(error)) this.context?.onError(error, { isShown: true })
    const online = this.context?.cache.isOnline
    if (online === undefined || !isNetworkFailure(error)) return
    this.unsubscribe()
    this.unsubscribe = online.subscribe(() => {
      if (online.getSnapshot()) this.retry()
    })
  }
  override componentDidUpdate(): void {
    if (this.state.caught === undefined) this.unsubscribe()
  }
  override componentWillUnmount(): void {
    this.unsubscribe()
  }
  override render(): ReactNode {
    const { caught } = this.state
    if (caught === undefined) return this.props.children
    if (isForFramework(caught.error)) throw caught.error
    return this.props.fallback(caught.error, this.retry)
  }
}
