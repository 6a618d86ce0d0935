/** A small drawing that is loaded when it comes near the window. */
import { useEffect, useRef, useState } from "preact/hooks";
import "./drawing.css";

export interface DrawingProps {
  readonly load: (() => Promise<string>) | undefined;
}

export function Drawing({ load }: DrawingProps) {
  const place = useRef<HTMLDivElement>(null);
  const [svg, setSvg] = useState("");
  useEffect(() => {
    const at = place.current;
    if (at === null || load === undefined) return;
    let isShown = true;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting !== true) return;
        observer.disconnect();
        load().then((text) => {
          if (isShown) setSvg(text);
        });
      },
      { rootMargin: "300px" },
    );
    observer.observe(at);
    return () => {
      isShown = false;
      observer.disconnect();
    };
  }, [load]);
  // The name of the card says what it is; drawings are made by the build, not by anybody else.
  return <div class="drawing" ref={place} aria-hidden="true" dangerouslySetInnerHTML={{ __html: svg }} />;
}
