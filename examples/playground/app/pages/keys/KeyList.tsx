/** A list of API keys: description, last four characters and status. */
import type * as Effect from "effect/Effect"
import type { ApiKeys, Client } from "latchkey"
import { useAction } from "latchkey/react"
import type { ReactElement } from "react"
import { formatMinute } from "../../texts.ts"
import type { Failure } from "../../texts.ts"
import { ConfirmButton } from "../../ui/ActionButton.tsx"
import { Badge, Empty } from "../../ui/layout.tsx"

type Key = ApiKeys.UserApiKey | ApiKeys.TeamApiKey

type Revoke<E> = (id: string) => Effect.Effect<Key, E, Client.Client>

interface KeyListProps<E extends Failure> {
  readonly keys: ReadonlyArray<Key>
  readonly revoke: Revoke<E>
}

export const KeyList = <E extends Failure>({ keys, revoke }: KeyListProps<E>): ReactElement => {
  if (keys.length === 0) {
    return (
      <Empty title="No keys yet">
        <p>A key gives a program access without a password, until you revoke it.</p>
      </Empty>
    )
  }
  return <ul className="items">{keys.map((key) => <Item key={key.id} of={key} revoke={revoke} />)}</ul>
}

const Item = <E extends Failure>(
  { of: { createdAt, description, id, manuallyRevokedAt, value }, revoke }: {
    readonly of: Key
    readonly revoke: Revoke<E>
  }
): ReactElement => {
  const end = useAction(() => revoke(id))
  return (
    <li className="item">
      <div className="text">
        <p className="title">{description}</p>
        <p className="small quiet">
          Ends in <code>{value.lastFour}</code>, created {formatMinute(createdAt)}
        </p>
      </div>
      {manuallyRevokedAt === undefined
        ? (
          <ConfirmButton
            action={end}
            kind="danger"
            label={`Revoke ${description}`}
            question={`Revoke ${description}?`}
            consequence="Programs that use it lose access immediately. This can't be undone."
            confirm="Revoke key"
          >
            Revoke
          </ConfirmButton>
        )
        : <Badge kind="bad">Revoked</Badge>}
    </li>
  )
}
