//! The values that may stand in places, by the JSON schema of a type.

use serde_json::Value;

/// A part of a schema.
#[derive(Clone, Copy)]
pub(crate) struct Node<'a> {
    root: &'a Value,
    it: &'a Value,
}

impl<'a> Node<'a> {
    fn inside(self, it: &'a Value) -> Self {
        Self { root: self.root, it }
    }

    /// The same without references and choices: everything that it may be.
    fn expand(self, into: &mut Vec<Self>) {
        if let Some(name) = self.it["$ref"].as_str() {
            let target = self.root.pointer(name.trim_start_matches('#')).unwrap();
            self.inside(target).expand(into);
        }
        for choice in ["allOf", "anyOf", "oneOf"] {
            for one in self.it[choice].as_array().into_iter().flatten() {
                self.inside(one).expand(into);
            }
        }
        into.push(self);
    }

    /// It may be anything.
    fn is_open(self) -> bool {
        let says = ["type", "properties", "$ref", "allOf", "anyOf", "oneOf", "enum", "const"];
        *self.it == Value::Bool(true)
            || (self.it.is_object() && says.iter().all(|part| self.it.get(part).is_none()))
    }

    fn step(self, part: &str, into: &mut Vec<Self>) {
        if self.is_open() {
            return into.push(self);
        }
        into.extend(self.it["properties"].get(part).map(|it| self.inside(it)));
        into.extend(
            self.it.get("additionalProperties").filter(|it| it.is_object()).map(|it| self.inside(it)),
        );
        if let Ok(n) = part.parse::<usize>() {
            into.extend(self.it["prefixItems"].get(n).map(|it| self.inside(it)));
        }
        if part == "*" || part == "-1" || part.bytes().all(|byte| byte.is_ascii_digit()) {
            into.extend(self.it.get("items").filter(|it| !it.is_boolean()).map(|it| self.inside(it)));
            if part == "*" {
                let all = self.it["prefixItems"].as_array().into_iter().flatten();
                into.extend(all.map(|it| self.inside(it)));
            }
        }
    }
}

/// Everything that may stand at a place.
#[derive(Clone, Default)]
pub(crate) struct Nodes<'a>(Vec<Node<'a>>);

/// What belongs to a tag: the thing with the tag, and its body.
pub(crate) struct Tagged<'a>(Vec<(Node<'a>, Node<'a>)>);

impl<'a> Tagged<'a> {
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The fields around the body, and the body.
    pub(crate) fn parts(&self) -> (Nodes<'a>, Nodes<'a>) {
        let (around, body) = self.0.iter().copied().unzip();
        (Nodes(around), Nodes(body))
    }
}

impl<'a> Nodes<'a> {
    pub(crate) fn root(schema: &'a Value) -> Self {
        Self(vec![Node { root: schema, it: schema }])
    }

    /// The variants, wherever they are defined, of which a field is always this.
    pub(crate) fn variant(schema: &'a Value, field: &str, is: &str) -> Self {
        let mut all = Vec::new();
        for it in schema["$defs"].as_object().into_iter().flat_map(|defs| defs.values()) {
            Node { root: schema, it }.expand(&mut all);
        }
        all.retain(|node| node.it["properties"][field]["const"].as_str() == Some(is));
        Self(all)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Which they are, to tell them from others.
    pub(crate) fn marks(&self) -> impl Iterator<Item = usize> {
        self.0.iter().map(|node| std::ptr::from_ref(node.it).addr())
    }

    fn expanded(&self) -> Vec<Node<'a>> {
        let mut all = Vec::new();
        self.0.iter().for_each(|node| node.expand(&mut all));
        all
    }

    /// The same, and each of what may be a list.
    pub(crate) fn or_items(&self) -> Self {
        Self(self.0.iter().copied().chain(self.step("*").0).collect())
    }

    /// Whether a value may be written so at the end of a key: a word, a number, yes or no, nothing, or a tag. What nothing is known of may
    /// be anything.
    pub(crate) fn may_be_told(&self, tag: &str) -> bool {
        let all = self.expanded();
        let words = |node: &Node<'a>| -> Vec<&'a str> {
            let list = node.it["enum"].as_array().into_iter().flatten().chain(node.it.get("const"));
            list.filter_map(Value::as_str).collect()
        };
        let plain =
            tag.bytes().all(|byte| byte.is_ascii_digit()) || ["", "true", "false", "null"].contains(&tag);
        let known: Vec<&str> = all.iter().flat_map(words).collect();
        let tagged = all.iter().filter_map(|node| node.it["properties"].as_object()).any(|fields| {
            fields.contains_key(tag) || fields.values().any(|field| field["const"].as_str() == Some(tag))
        });
        plain || known.contains(&tag) || tagged || (known.is_empty() && !tag.contains('.'))
    }

    /// Whether it may be of a type with this name, in any case.
    pub(crate) fn is_of_type(&self, name: &str) -> bool {
        let named = |node: &Node<'_>| {
            let target = node.it["$ref"].as_str().and_then(|path| path.rsplit('/').next());
            target.is_some_and(|target| target.eq_ignore_ascii_case(name))
        };
        self.expanded().iter().any(named)
    }

    /// Whether it may have no parts.
    pub(crate) fn is_plain(&self) -> bool {
        let plain = |node: &Node<'_>| {
            let kinds = match &node.it["type"] {
                Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
                kind => kind.as_str().into_iter().collect::<Vec<_>>(),
            };
            kinds.iter().any(|kind| ["string", "integer", "number", "boolean", "array"].contains(kind))
        };
        self.expanded().iter().any(plain)
    }

    pub(crate) fn step(&self, part: &str) -> Self {
        let mut next = Vec::new();
        self.expanded().iter().for_each(|node| node.step(part, &mut next));
        Self(next)
    }

    /// What stands at a path.
    pub(crate) fn follow(&self, path: &str) -> Self {
        path.split('.').filter(|part| !part.is_empty()).fold(self.clone(), |nodes, part| nodes.step(part))
    }

    /// Returns the values that may be tagged so: a thing with such a tag among its parts, or one whose only part is named so.
    pub(crate) fn tagged(&self, tag: &str, tags: &[&str]) -> Tagged<'a> {
        let mut found = Vec::new();
        for node in self.expanded() {
            let fields = &node.it["properties"];
            if tags.iter().any(|name| fields[name]["const"].as_str() == Some(tag)) {
                found.push((node, node));
            } else if let Some(body) = fields.get(tag)
                && fields.as_object().is_some_and(|fields| fields.len() == 1)
            {
                found.push((node, node.inside(body)));
            }
        }
        Tagged(found)
    }
}
