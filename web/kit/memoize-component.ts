/** A component that is not rendered again while its properties stay the same. */
import { Component, type ComponentType, createElement } from "preact";

export function memoizeComponent<Properties extends object>(
  View: (properties: Properties) => preact.ComponentChild,
): ComponentType<Properties> {
  return class extends Component<Properties> {
    override shouldComponentUpdate(next: Readonly<Properties>): boolean {
      return hasChangedProperties(this.props, next);
    }

    override render(properties: Properties) {
      return createElement(View, properties);
    }
  };
}

function hasChangedProperties(before: object, after: object): boolean {
  const old = new Map(Object.entries(before));
  return (
    Object.keys(after).length !== old.size ||
    Object.entries(after).some(([name, value]) => old.get(name) !== value)
  );
}
