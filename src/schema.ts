/** Codecs of entities and errors, for the types of an `HttpApi`, of an RPC or of a message queue. */
export * from "./schema/AnyKnownError.ts"
export * from "./schema/entities.ts"
export * from "./schema/fromSchema.ts"
export * from "./schema/KnownError.ts"
