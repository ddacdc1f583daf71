"""A bare Typer app whose one command reads and writes a small pydantic model."""

import typer

app = typer.Typer(rich_markup_mode=None, pretty_exceptions_enable=False, add_completion=False)


@app.command()
def hello(name: str = "you") -> None:
    """Say hello."""
    from pydantic import BaseModel

    class Greeting(BaseModel):
        name: str
        turn: int

    typer.echo(Greeting.model_validate_json(Greeting(name=name, turn=1).model_dump_json()).model_dump_json())


app()
