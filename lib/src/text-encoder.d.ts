/** Text to bytes in UTF-8; every browser and Node have it. */
declare class TextEncoder {
  encode(text: string): Uint8Array<ArrayBuffer>;
}
