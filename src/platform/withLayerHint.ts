/**
 * Errors for services that are not provided.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Effectable from "effect/Effectable"

/**
 * Makes an effect that lacks a service die with a message that names the layer to provide. Effect's own message has only the key.
 *
 * @category combinators
 * @since 0.1.0
 */
export const withLayerHint = <Self, Shape, Service extends Context.Key<Self, Shape>>(
  service: Service & Context.Key<Self, Shape>,
  layer: string
): Service =>
  Object.assign(
    service,
    Effectable.Prototype<Effect.Effect<Shape, never, Self>>({
      label: "Service",
      evaluate: ({ context }) => {
        const found = Context.getOrUndefined(context, service)
        return found === undefined
          ? Effect.die(new Error(`Service not found: ${service.key}. Provide ${layer}`))
          : Effect.succeed(found)
      }
    })
  )
