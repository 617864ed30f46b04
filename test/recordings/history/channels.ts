/**
 * What lies between the recordings about contact channels and team invitations.
 */
import { byName, fieldsOf, payloadOf } from "../recordings.ts"
import { bodyOf, type Exceptions, main, type Meanwhile, owner } from "./types.ts"

export const exceptions: Exceptions = {}

const payloadOfRecording = (name: string) => fieldsOf(payloadOf(byName(name).request))

export const meanwhile: Meanwhile = {
  "contact channels list own": (world) =>
    world.user(main(world), {
      id: owner("contact channels list own").sub,
      email: bodyOf("contact channels list own").items[0].value
    }),
  "contact channel create used for auth by someone else [no override header]": (world) =>
    world.user(main(world), {
      id: owner("legacy send-verification-code").sub,
      email: payloadOfRecording("legacy send-verification-code").email
    })
}
