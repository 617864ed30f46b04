import type { ReactNode } from "react"
import { providerName } from "../kit/providerNames.ts"

/** The mark of a provider, which is decorative: its name stands beside it. */
export const ProviderMark = ({ provider }: { readonly provider: string }): ReactNode => (
  <svg
    viewBox="0 0 24 24"
    width="20"
    height="20"
    aria-hidden="true"
    data-latchkey="provider-mark"
    data-provider={provider}
  >
    <rect x="2" y="2" width="20" height="20" rx="5" fill="none" stroke="currentColor" strokeWidth="1.5" />
    <text x="12" y="17" textAnchor="middle" fontSize="13" fill="currentColor">
      {Array.from(providerName(provider))[0]}
    </text>
  </svg>
)
