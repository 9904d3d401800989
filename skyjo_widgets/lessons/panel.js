// Shows the one `state` of a panel and tells Python what was pressed. All words come from Python.

function spell(element, words) {
  // `take(5)` in backticks is code; all the rest is plain text, never HTML.
  element.replaceChildren(
    ...words.split("`").map((part, index) => {
      if (index % 2 === 0) return document.createTextNode(part);
      const code = document.createElement("code");
      code.textContent = part;
      return code;
    }),
  );
}

function make(tag, name, parent) {
  const element = document.createElement(tag);
  element.className = `skyjo-panel-${name}`;
  parent.append(element);
  return element;
}

function button(parent, name) {
  const element = make("button", name, parent);
  element.type = "button";
  // On each element that takes the focus, else a notebook acts on its keys: "d d" deletes the cell.
  element.setAttribute("data-lm-suppress-shortcuts", "true");
  return element;
}

function render({ model, el }) {
  const root = make("section", "root", el);
  const label = make("span", "label", root);
  const task = make("p", "task", root);
  const board = make("div", "board", root);
  const choices = make("div", "choices", root);
  const number = make("form", "number", root);
  const said = make("p", "said", root);
  const actions = make("div", "actions", root);
  const press = (name, value = "") => model.send({ press: name, value });

  choices.setAttribute("role", "group");
  said.setAttribute("role", "status");
  said.setAttribute("data-said", "");

  const field = document.createElement("label");
  const words = document.createElement("span");
  const input = document.createElement("input");
  input.type = "text";
  input.inputMode = "decimal";
  input.autocomplete = "off";
  input.setAttribute("data-lm-suppress-shortcuts", "true");
  field.append(words, input);
  number.append(field);
  const send = button(number, "send");
  send.type = "submit";
  send.setAttribute("data-action", "number");
  number.addEventListener("submit", (event) => {
    event.preventDefault();
    press("number", input.value);
  });

  // Up and down walk the choices, as people expect of a list; Tab works too.
  root.addEventListener("keydown", (event) => {
    event.stopPropagation();
    const list = [...choices.children];
    const at = list.indexOf(document.activeElement);
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    if (at < 0 || !step) return;
    event.preventDefault();
    list[(at + step + list.length) % list.length].focus();
  });

  function fit(parent, list, name, attribute, fill) {
    while (parent.children.length > list.length) parent.lastChild.remove();
    list.forEach((item, index) => {
      const element = parent.children[index] ?? button(parent, name);
      element.setAttribute(attribute, item.name);
      element.onclick = () => fill.press(item);
      fill.show(element, item);
    });
    parent.hidden = list.length === 0;
  }

  function update() {
    const state = model.get("state");
    root.lang = state.lang;
    root.dataset.kind = state.kind;
    root.dataset.panel = state.name;
    label.textContent = state.label;
    label.hidden = !state.label;
    spell(task, state.task);
    task.hidden = !state.task;
    if (board.dataset.shown !== state.board) {
      board.dataset.shown = state.board;
      board.innerHTML = state.board; // a picture drawn by the package itself
    }
    board.hidden = !state.board;
    choices.setAttribute("aria-label", state.task);
    fit(choices, state.choices, "choice", "data-choice", {
      press: (item) => press("choice", item.name),
      show: (element, item) => {
        element.dataset.mark = item.mark;
        element.setAttribute("aria-pressed", String(item.mark !== ""));
        spell(element, `${item.name}) ${item.text}`);
      },
    });
    number.hidden = !state.number;
    input.toggleAttribute("data-number", Boolean(state.number));
    if (state.number) {
      words.textContent = state.number.label;
      send.textContent = state.number.send;
    }
    fit(actions, state.actions, "action", "data-action", {
      press: (item) => item.off || press(item.name),
      show: (element, item) => {
        // Not `disabled`: a button that has the focus would lose it, and with it the reader its place.
        element.setAttribute("aria-disabled", String(item.off));
        element.textContent = item.label;
      },
    });
    said.dataset.tone = state.said.tone;
    if (said.dataset.words !== state.said.text) {
      said.dataset.words = state.said.text;
      spell(said, state.said.text);
    }
    said.classList.toggle("skyjo-panel-empty", !state.said.text);
  }

  model.on("change:state", update);
  update();
  return () => model.off("change:state", update);
}

export default { render };
