/** Codecs for entities and errors, for an `HttpApi`, an RPC or a message queue. */
export * from "./schema/AnyKnownError.ts"
export * from "./schema/entities.ts"
export * from "./schema/fromSchema.ts"
export * from "./schema/KnownError.ts"
