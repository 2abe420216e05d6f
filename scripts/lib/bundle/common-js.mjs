// What packages from before modules expect to be there, besides `require`.
export const __dirname = import.meta.dirname
export const __filename = import.meta.filename
