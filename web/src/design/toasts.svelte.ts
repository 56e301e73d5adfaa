/** Short words that come and go by themselves. */
export interface Toast {
  id: number;
  text: string;
  tone: 'plain' | 'bad';
}

const STAY_MS = 5000;

class Toasts {
  shown = $state<Toast[]>([]);
  #next = 1;

  say(text: string, tone: Toast['tone'] = 'plain'): void {
    this.shown = this.shown.filter((toast) => toast.text !== text);
    const id = this.#next++;
    this.shown.push({ id, text, tone });
    setTimeout(() => this.drop(id), STAY_MS);
  }

  drop(id: number): void {
    this.shown = this.shown.filter((toast) => toast.id !== id);
  }
}

export const toasts = new Toasts();
