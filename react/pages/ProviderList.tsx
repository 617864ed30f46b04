import { type ReactNode, useState } from "react"
import type { Provider } from "../../src/pages/HandlerPages.ts"
import { ProviderMark, providerName } from "../components/ProviderMark.tsx"
import { Button } from "../kit/Button.tsx"
import { ErrorAlert } from "../kit/ErrorAlert.tsx"
import { useStep } from "../kit/useStep.ts"
import { providers as providerTexts } from "../texts/en/signIn.ts"
import { useTexts } from "../texts/useTexts.ts"

interface ProviderListProps {
  readonly providers: ReadonlyArray<Provider>
  readonly hasOther: boolean
}

/** The OAuth providers' buttons, in two columns if there are many. */
export const ProviderList = ({ hasOther, providers }: ProviderListProps): ReactNode => {
  const texts = useTexts("providers", providerTexts)
  const [current, setCurrent] = useState<Provider>()
  const { error, isPending, run } = useStep((provider: Provider) => provider.signIn)
  if (providers.length === 0) return null
  const isDense = providers.length > 3
  return (
    <>
      <ul role="list" data-latchkey="providers" data-columns={isDense ? 2 : 1}>
        {providers.map((provider) => {
          const name = providerName(provider.id)
          const label = texts.continue(name)
          return (
            <li key={provider.id}>
              <Button
                name="provider"
                provider={provider.id}
                label={isDense ? label : undefined}
                isBusy={isPending && current === provider}
                onClick={() => {
                  setCurrent(provider)
                  run(provider)
                }}
              >
                <ProviderMark provider={provider.id} /> {isDense ? name : label}
              </Button>
            </li>
          )
        })}
      </ul>
      <ErrorAlert error={error} />
      {hasOther && (
        <p data-latchkey="divider">
          <span>{texts.or}</span>
        </p>
      )}
    </>
  )
}
