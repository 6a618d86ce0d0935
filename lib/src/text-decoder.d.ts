/** Bytes to text; every browser and Node have it. */
declare class TextDecoder {
  decode(bytes: Uint8Array): string;
}
