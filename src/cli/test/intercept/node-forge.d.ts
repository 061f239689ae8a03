// The types of `node-forge` name only the whole package. These are the parts that the command line bundles.
declare module 'node-forge/lib/asn1.js' {
  export { asn1 as default } from 'node-forge'
}
declare module 'node-forge/lib/sha256.js' {
  const sha256: typeof import('node-forge').md.sha256
  export default sha256
}
declare module 'node-forge/lib/util.js' {
  const util: { bytesFromIP(address: string): string | null }
  export default util
}
declare module 'node-forge/lib/x509.js' {
  export { pki as default } from 'node-forge'
}
