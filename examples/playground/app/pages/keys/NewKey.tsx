/** The form that creates a key and shows it once. */
import type * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { ApiKeys, Client } from "latchkey"
import { useAction } from "latchkey/react"
import type { ReactElement } from "react"
import type { Failure } from "../../texts.ts"
import { Form } from "../../ui/Form.tsx"
import { Secret } from "../../ui/Secret.tsx"

interface Created {
  readonly description: string
  readonly value: Redacted.Redacted<string>
}

interface NewKeyProps<E extends Failure> {
  readonly label: string
  readonly create: (key: ApiKeys.ApiKeyCreation) => Effect.Effect<Created, E, Client.Client>
}

export const NewKey = <E extends Failure>({ create, label }: NewKeyProps<E>): ReactElement => {
  const action = useAction(({ description }: { readonly description: string }) => create({ description }))
  const { reset, state } = action
  return (
    <>
      <Form
        label={label}
        action={action}
        fields={[{ name: "description", label: "Description" }]}
        submit="Create key"
        isInline
      />
      {state._tag === "Success" && (
        <div className="new-key" role="status">
          <p>
            <strong>{state.value.description}</strong> created. Copy the key now. You won't be able to see it again.
          </p>
          <Secret label="New key" value={Redacted.value(state.value.value)} />
          <button type="button" className="button" onClick={reset}>Done</button>
        </div>
      )}
    </>
  )
}
