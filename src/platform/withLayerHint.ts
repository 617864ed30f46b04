import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Effectable from "effect/Effectable"

/** Adds a layer's name to a missing service's defect, in which Effect has only the key. */
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
