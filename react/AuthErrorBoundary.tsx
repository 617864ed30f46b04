/**
 * A boundary for the errors of the hooks that suspend.
 *
 * @since 0.1.0
 */
import { Component, type Context, type ReactNode } from "react"
import { type Auth, AuthContext } from "./Auth.ts"
import { isForFramework } from "./reportError.ts"

/**
 * The properties of `AuthErrorBoundary`.
 *
 * @category models
 * @since 0.1.0
 */
export interface AuthErrorBoundaryProps {
  readonly children?: ReactNode
  /** What is shown in the place of what has failed. `retry` shows that again, and has it fetched anew. */
  readonly fallback: (error: unknown, retry: () => void) => ReactNode
}

interface Caught {
  readonly error: unknown
}

/**
 * Catches what the components below throw, tells it to the presenter of the `AuthProvider`, and shows something else.
 *
 * **Example** (A button that tries again)
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
 *
 * @category components
 * @since 0.1.0
 */
export class AuthErrorBoundary extends Component<AuthErrorBoundaryProps, { readonly caught: Caught | undefined }> {
  static override readonly contextType: Context<Auth | undefined> = AuthContext
  static getDerivedStateFromError(error: unknown): { readonly caught: Caught } {
    return { caught: { error } }
  }
  declare readonly context: Auth | undefined
  override readonly state: { readonly caught: Caught | undefined } = { caught: undefined }
  private readonly retry = () => this.setState({ caught: undefined })
  override componentDidCatch(error: unknown): void {
    if (!isForFramework(error)) this.context?.onError(error, { isShown: true })
  }
  override render(): ReactNode {
    const { caught } = this.state
    if (caught === undefined) return this.props.children
    if (isForFramework(caught.error)) throw caught.error
    return this.props.fallback(caught.error, this.retry)
  }
}
