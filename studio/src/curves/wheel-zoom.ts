/** The wheel zooms about the pointer, with shift it moves along; a double click shows everything again. */
import type uPlot from "uplot";

const FACTOR = 0.8;

export function wheelZoom(): uPlot.Plugin {
  return {
    hooks: {
      ready: (plot) => {
        plot.over.addEventListener(
          "wheel",
          (event) => {
            // The page scrolls as usual unless a key says that the curves are meant.
            if (!event.ctrlKey && !event.metaKey && !event.shiftKey) return;
            event.preventDefault();
            const { min, max } = plot.scales["x"] ?? {};
            if (min == null || max == null) return;
            const delta = event.deltaY || event.deltaX;
            if (event.shiftKey) {
              const shift = Math.sign(delta) * 0.1 * (max - min);
              plot.setScale("x", { min: min + shift, max: max + shift });
              return;
            }
            const at = plot.posToVal(plot.cursor.left ?? 0, "x");
            const factor = delta < 0 ? FACTOR : 1 / FACTOR;
            plot.setScale("x", { min: at - (at - min) * factor, max: at + (max - at) * factor });
          },
          { passive: false },
        );
      },
    },
  };
}
