import { type ReactNode, useState } from "react"
import type { Provider, SignIn } from "../../src/pages/HandlerPages.ts"
import { providerName } from "../../src/platform/providerName.ts"
import { ProviderMark } from "../components/ProviderMark.tsx"
import { Button } from "../kit/Button.tsx"
import { ErrorAlert } from "../kit/ErrorAlert.tsx"
import { useAppearance } from "../kit/useAppearance.ts"
import { useStep } from "../kit/useStep.ts"
import { providers as providerTexts } from "../texts/en/signIn.ts"
import { useTexts } from "../texts/useTexts.ts"
import { LastUsed } from "./LastUsed.tsx"

interface ProviderListProps extends Pick<SignIn, "lastMethod" | "providers"> {
  /** The passkey's button, if this device has passkeys. */
  readonly first?: ReactNode
  /** `true` if there are other methods. */
  readonly hasOther: boolean
  /** The form for the other methods. */
  readonly children: ReactNode
}

/** The OAuth providers' buttons, above or below the form. If there are many, only the one that was used before has a label. */
export const ProviderList = ({ children, first, hasOther, lastMethod, providers }: ProviderListProps): ReactNode => {
  const texts = useTexts("providers", providerTexts)
  const { position = "top", style = "auto" } = useAppearance().providers ?? {}
  const [current, setCurrent] = useState<Provider>()
  const { error, isPending, run } = useStep((provider: Provider) => provider.signIn)
  const isLast = ({ id }: Provider): boolean => lastMethod === `provider:${id}`
  const isDense = style === "icon" || style === "auto" && providers.length > 3
  const labelled = isDense ? providers.filter(isLast) : providers
  const icons = isDense ? providers.filter((provider) => !isLast(provider)) : []
  // At most five in a row, in rows with the same length: a phone of 320 px has room for five fingers.
  const columns = Math.ceil(icons.length / Math.ceil(icons.length / 5))
  const buttonOf = (provider: Provider): ReactNode => {
    const label = texts.continue(providerName(provider.id))
    const isIcon = icons.includes(provider)
    return (
      <li key={provider.id}>
        <Button
          name="provider"
          provider={provider.id}
          label={isIcon ? label : undefined}
          isBusy={isPending && current === provider}
          onClick={() => {
            setCurrent(provider)
            run(provider)
          }}
        >
          <ProviderMark provider={provider.id} /> {!isIcon && label}
        </Button>
        {isLast(provider) && <LastUsed />}
      </li>
    )
  }
  const hasList = first !== undefined || providers.length > 0
  const list = hasList && (
    <div data-latchkey="methods">
      {first}
      {labelled.length > 0 && <ul role="list" data-latchkey="providers">{labelled.map(buttonOf)}</ul>}
      {icons.length > 0 && (
        <ul role="list" data-latchkey="providers" style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}>
          {icons.map(buttonOf)}
        </ul>
      )}
      <ErrorAlert error={error} />
    </div>
  )
  const divider = hasList && hasOther && (
    <p data-latchkey="divider">
      <span>{texts.or}</span>
    </p>
  )
  return position === "top" ? <>{list}{divider}{children}</> : <>{children}{divider}{list}</>
}
